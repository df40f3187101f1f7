package records

import (
	"github.com/dibmap/dibmap/internal/textfile"
)

// Keys is what is known about the keys of the objects in one or more JSON Lines files.
type Keys struct {
	found  map[string]bool    // the keys that were asked for: whether they occurred
	some   []string           // the first keys, until all of found have occurred
	known  map[string]bool    // the same as some
	absent int                // how many keys asked for have not occurred
	kinds  [2]map[string]bool // the keys asked for that had a value of each kind
}

// The kinds of values of JSON. A truth value is a text.
const numberKind, textKind = 0, 1

// maxKeys bounds the keys that are kept for a message.
const maxKeys = 1000

// NewKeys returns a set in which no key has occurred.
func NewKeys() *Keys {
	return &Keys{found: make(map[string]bool), known: make(map[string]bool), kinds: [2]map[string]bool{{}, {}}}
}

// want adds keys that are asked for.
func (k *Keys) want(names []string) {
	for _, name := range names {
		if _, asked := k.found[name]; !asked {
			k.found[name] = false
			k.absent++
		}
	}
}

// note records that a key occurs.
func (k *Keys) note(key string) {
	if occurred, asked := k.found[key]; asked && !occurred {
		k.found[key] = true
		k.absent--
	}
	if len(k.some) < maxKeys && !k.known[key] {
		k.known[key] = true
		k.some = append(k.some, key)
	}
}

// Check returns an error for the first name that no object had as a key. file is the name of the files in messages.
func (k *Keys) Check(file string, names []string) error {
	for _, name := range names {
		if occurs, asked := k.found[name]; asked && !occurs {
			return k.lacks(file, 0, name)
		}
	}
	return nil
}

func (k *Keys) lacks(file string, line int, name string) error {
	return &textfile.Error{File: file, Line: line, Msg: textfile.NoColumn(name, k.some)}
}
