//go:build !js

package source

import (
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/ianaindex"
)

// orListed completes a list of the encodings that are known.
const orListed = ", or another name that IANA lists"

// listedEncoding returns an encoding that IANA lists, or nil if it is not known.
func listedEncoding(name string) encoding.Encoding {
	code, err := ianaindex.IANA.Encoding(name)
	if err != nil {
		return nil
	}
	return code
}
