// Empty: its presence lets functions of other packages be declared here without a body (go:linkname).
