//go:build js

// Command browser is dibmap for the page of package workbench: a worker of the browser calls it instead of a shell,
// and keeps the files that it reads and writes.
package main

import (
	"context"
	"encoding/json"
	"runtime/debug"
	"syscall/js"

	"github.com/dibmap/dibmap/cmd/dibmap/internal/calling"
	"github.com/dibmap/dibmap/dataset"
)

// gcPercent is twice the default: one thread does all the work, and the heap is small compared with the memory of a
// browser.
const gcPercent = 200

// folder is the folder of output files.
const folder = "/made"

func main() {
	debug.SetGCPercent(gcPercent)
	calls := &calling.Calls{Root: newRoot, Folder: folder}
	js.Global().Set("dibmap", map[string]any{
		// builtIns() returns the built-in tables.
		"builtIns": js.FuncOf(func(js.Value, []js.Value) any { return text(builtIns()) }),
		// begin(table, flags) resolves to the initial data of the page. If the table cannot be read, the previous
		// table stays.
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
		// call(what, tell) passes the messages of a call to tell, and resolves to its outcome.
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

// heed lets the worker receive requests of the page, such as to stop. The worker can do so only while Go code does
// not run.
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

// promised returns a function that returns a promise of the result of f as JSON.
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

// builtIns returns the built-in tables of two variables.
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
		panic(err) // cannot happen for values of this program
	}
	return string(b)
}
