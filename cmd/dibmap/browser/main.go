//go:build js

// Command browser is dibmap for a page, which package workbench makes: it is called by a worker of the browser
// instead of a shell, and reads and writes files that the worker keeps.
package main

import (
	"context"
	"encoding/json"
	"runtime/debug"
	"syscall/js"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/calling"
	"github.com/dibmap/dibmap/dataset"
)

// gcPercent is twice the default: one thread does all the work, and the heap is small beside what a browser takes for
// a program.
const gcPercent = 200

// folder is where the files are that calls make.
const folder = "/made"

func main() {
	debug.SetGCPercent(gcPercent)
	calls := &calling.Calls{Root: newRoot, Folder: folder}
	js.Global().Set("dibmap", map[string]any{
		// builtIns() returns the tables that come with the program.
		"builtIns": js.FuncOf(func(js.Value, []js.Value) any { return text(builtIns()) }),
		// begin(table, flags) resolves to what the page begins with. If the table cannot be read, the one from
		// before stays.
		"begin": promised(func(args []js.Value) (any, error) {
			begun := &calling.Calls{Root: newRoot, Folder: folder, Table: args[0].String(), Given: make(map[string][]string)}
			flags := make(map[string]string)
			if err := json.Unmarshal([]byte(args[1].String()), &flags); err != nil {
				return nil, err
			}
			for flag, value := range flags {
				begun.Given[flag] = []string{value}
			}
			about, err := begun.Begin(context.Background())
			if err == nil {
				calls = begun
			}
			return about, err
		}),
		// call(what, tell) resolves to how a call ended, after it has told its messages.
		"call": promised(func(args []js.Value) (any, error) {
			var of calling.Call
			if err := json.Unmarshal([]byte(args[0].String()), &of); err != nil {
				return nil, err
			}
			return calls.Run(context.Background(), of, &calling.Lines{Tell: func(line []byte) {
				args[1].Invoke(string(line))
				heed()
			}})
		}),
		"stop": js.FuncOf(func(js.Value, []js.Value) any {
			calls.Interrupt()
			return nil
		}),
	})
	select {}
}

// heed lets the worker hear what the page asks for in the meantime, such as to stop: it does so only while
// nothing runs here.
func heed() {
	heard := make(chan struct{})
	then := js.FuncOf(func(js.Value, []js.Value) any {
		close(heard)
		return nil
	})
	defer then.Release()
	js.Global().Call("listen", then)
	<-heard
}

// promised returns a function that returns a promise of what f returns, as JSON.
func promised(f func(args []js.Value) (any, error)) js.Func {
	return js.FuncOf(func(_ js.Value, args []js.Value) any {
		var begin js.Func
		begin = js.FuncOf(func(_ js.Value, settle []js.Value) any {
			begin.Release()
			go func() {
				result, err := f(args)
				if err != nil {
					settle[1].Invoke(err.Error())
					return
				}
				settle[0].Invoke(text(result))
			}()
			return nil
		})
		return js.Global().Get("Promise").New(begin)
	})
}

// builtIns returns the tables of two variables that come with the program.
func builtIns() (tables []dataset.Builtin) {
	for _, b := range dataset.Builtins() {
		if len(b.Shape) == 2 {
			tables = append(tables, b)
		}
	}
	return tables
}

// text returns a value as JSON.
func text(value any) string {
	b, err := json.Marshal(value)
	if err != nil {
		panic(err) // which a value of this program does not give
	}
	return string(b)
}
