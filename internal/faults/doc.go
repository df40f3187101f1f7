// Package faults is for tests: it runs a program on Linux and decides at each of its system calls on files whether
// the call succeeds, fails, writes a part only, or is the moment at which the program is killed.
//
// The program is a real process and its system calls are real ones. By the user notifications of seccomp
// (seccomp_unotify(2), Linux 5.19 or later, no privileges needed), the kernel stops the program before each call and
// asks the test what becomes of it. So nothing in the program knows of faults, except that its test binary calls
// [Enlist] before it begins. Calls are counted over all threads.
package faults
