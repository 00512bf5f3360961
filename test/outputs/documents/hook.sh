#!/bin/sh
# Prints what it is asked for, and ends as it is told.
echo "$NODESIZE_PHASE $NODESIZE_DIRECTION $NODESIZE_NODE: $NODESIZE_OLD_MILLICPU/$NODESIZE_OLD_MEMORY to $NODESIZE_NEW_MILLICPU/$NODESIZE_NEW_MEMORY"
printf 'a title: \033]0;x\007\n' >&2
if [ "$NODESIZE_PHASE" = rollback ]; then exit "${2:-0}"; fi
exit "${1:-0}"
