package yamldoc

import "reflect"

// sharer is implemented by readers of files that may be large: of those in one
// document that want the same of the same file, one reads it.
type sharer interface {
	fileReader
	FileKey() string     // what it wants of which file; "" for no file
	ShareFile(other any) // takes what another of its type and key has read
}

// fileKey tells what was read.
type fileKey struct {
	origin string // of the document
	kind   reflect.Type
	key    string
}

// read lets a value read its file, or take what another one has read.
func (x *decoding) read(n *Node, f fileReader) error {
	open := func(name string) ([]byte, error) { return x.ReadFile(n.Pos, name) }
	s, ok := f.(sharer)
	if !ok || s.FileKey() == "" {
		return f.ReadFile(open)
	}
	k := fileKey{n.Pos.Origin, reflect.TypeOf(f), s.FileKey()}
	if other := x.files[k]; other != nil {
		s.ShareFile(other)
		return nil
	}
	if err := f.ReadFile(open); err != nil {
		return err
	}
	if x.files == nil {
		x.files = map[fileKey]sharer{}
	}
	x.files[k] = s
	return nil
}
