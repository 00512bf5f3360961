// Prints random objects of the kinds of the sandbox, a line each: as protobuf, and as the JSON that Go makes of what it
// decodes from it. Every other line is damaged: with the error of Go's decoder, if it has one.
package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand"
	"os"
	"strings"
	"time"

	admissionregistrationv1 "k8s.io/api/admissionregistration/v1"
	appsv1 "k8s.io/api/apps/v1"
	authenticationv1 "k8s.io/api/authentication/v1"
	authorizationv1 "k8s.io/api/authorization/v1"
	coordinationv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"
	policyv1 "k8s.io/api/policy/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	schedulingv1 "k8s.io/api/scheduling/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/intstr"
	"sigs.k8s.io/randfill"
)

type message interface {
	Marshal() ([]byte, error)
	Unmarshal([]byte) error
}

var makers = []func() message{
	func() message { return &corev1.ConfigMap{} },
	func() message { return &corev1.Event{} },
	func() message { return &corev1.LimitRange{} },
	func() message { return &corev1.Namespace{} },
	func() message { return &corev1.Node{} },
	func() message { return &corev1.Pod{} },
	func() message { return &corev1.ResourceQuota{} },
	func() message { return &corev1.ServiceAccount{} },
	func() message { return &admissionregistrationv1.ValidatingAdmissionPolicy{} },
	func() message { return &admissionregistrationv1.ValidatingAdmissionPolicyBinding{} },
	func() message { return &appsv1.ControllerRevision{} },
	func() message { return &appsv1.DaemonSet{} },
	func() message { return &coordinationv1.Lease{} },
	func() message { return &rbacv1.ClusterRole{} },
	func() message { return &rbacv1.ClusterRoleBinding{} },
	func() message { return &rbacv1.Role{} },
	func() message { return &rbacv1.RoleBinding{} },
	func() message { return &schedulingv1.PriorityClass{} },
	func() message { return &authenticationv1.SelfSubjectReview{} },
	func() message { return &authorizationv1.SelfSubjectAccessReview{} },
	func() message { return &policyv1.Eviction{} },
	func() message { return &metav1.DeleteOptions{} },
}

type line struct {
	Kind     string          `json:"kind"`
	Protobuf []byte          `json:"protobuf"`
	JSON     json.RawMessage `json:"json,omitempty"`
	Error    string          `json:"error,omitempty"`
}

var texts = []string{"", "a", "node-a", "é", "日本", "\u2028", "\"\\\n", "x/y.z", "__proto__", "1e3", strings.Repeat("long ", 40)}
var quantities = []string{"0", "1", "1500m", "64Gi", "10E", "3n", "-2", "1.5", "12345678901234567890"}

func fill(chance *rand.Rand, object any) {
	text := func() string { return texts[chance.Intn(len(texts))] }
	seconds := func() int64 { return chance.Int63n(253402300799+62135596800) - 62135596800 }
	raw := func() []byte {
		data, _ := json.Marshal(map[string]any{"f:" + text(): text(), "list": []any{nil, true, 1.5}})
		return data
	}
	integer := func() int64 {
		return []int64{0, 0, 1, -1, 300, 1 << 31, chance.Int63(), -chance.Int63()}[chance.Intn(8)]
	}
	randfill.NewWithSeed(chance.Int63()).NilChance(0.6).NumElements(0, 2).MaxDepth(14).Funcs(
		func(s *string, _ randfill.Continue) { *s = text() },
		func(n *int64, _ randfill.Continue) { *n = integer() },
		func(n *int32, _ randfill.Continue) { *n = int32(integer()) },
		func(q *resource.Quantity, _ randfill.Continue) {
			*q = resource.MustParse(quantities[chance.Intn(len(quantities))])
		},
		func(v *intstr.IntOrString, _ randfill.Continue) {
			*v = intstr.FromInt32(int32(chance.Intn(70000) - 5000))
			if chance.Intn(2) == 0 {
				*v = intstr.FromString(text())
			}
		},
		func(t *metav1.Time, _ randfill.Continue) {
			if chance.Intn(3) > 0 {
				*t = metav1.Unix(seconds(), chance.Int63n(1e9))
			}
		},
		func(t *metav1.MicroTime, _ randfill.Continue) {
			if chance.Intn(3) > 0 {
				*t = metav1.NewMicroTime(time.Unix(seconds(), chance.Int63n(1e9)))
			}
		},
		func(f *metav1.FieldsV1, _ randfill.Continue) {
			if chance.Intn(3) > 0 {
				f.SetRawBytes(raw())
			}
		},
		func(e *runtime.RawExtension, _ randfill.Continue) {
			if chance.Intn(3) > 0 {
				e.Raw = raw()
			}
		},
		func(*metav1.TypeMeta, randfill.Continue) {},
	).Fill(object)
}

func damage(chance *rand.Rand, data []byte) []byte {
	for range 1 + chance.Intn(2) {
		if len(data) == 0 {
			return []byte{byte(chance.Intn(256))}
		}
		at := chance.Intn(len(data))
		switch chance.Intn(4) {
		case 0:
			data = data[:at]
		case 1:
			data[at] ^= 1 << chance.Intn(8)
		case 2:
			data = append(data[:at:at], data[at+1:]...)
		case 3:
			data = append(data[:at:at], append([]byte{byte(chance.Intn(256))}, data[at:]...)...)
		}
	}
	return data
}

func lineOf(chance *rand.Rand, maker func() message, damaged bool) (line, error) {
	object, decoded := maker(), maker()
	fill(chance, object)
	data, err := object.Marshal()
	if err != nil {
		return line{}, err
	}
	if damaged {
		data = damage(chance, data)
	}
	made := line{Kind: strings.Split(fmt.Sprintf("%T", object), ".")[1], Protobuf: data}
	if err := decoded.Unmarshal(data); err != nil {
		made.Error = err.Error()
		return made, nil
	}
	if made.JSON, err = json.Marshal(decoded); err != nil {
		made.JSON, made.Error = nil, err.Error()
	}
	return made, nil
}

func main() {
	seed := flag.Int64("seed", 1, "of the first object")
	count := flag.Int("count", 1000, "number of objects")
	flag.Parse()
	chance := rand.New(rand.NewSource(*seed))
	output := bufio.NewWriter(os.Stdout)
	defer output.Flush()
	encoder := json.NewEncoder(output)
	encoder.SetEscapeHTML(false)
	for i := range *count {
		made, err := lineOf(chance, makers[i/2%len(makers)], i%2 == 1)
		if err == nil {
			err = encoder.Encode(made)
		}
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
}
