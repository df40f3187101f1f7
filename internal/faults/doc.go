// Package faults is for tests: it runs a program on Linux and decides at each of its system calls on files whether
// the call succeeds, fails, writes only a part, or kills the program.
//
// The program is a real process with real system calls. By the user notifications of seccomp (seccomp_unotify(2), Linux
// 5.19 or later, no privileges needed), the kernel stops the program before each call and asks the test for the result.
// So the program needs no code for faults, except that its test binary calls [Enlist] first. Calls are counted over all
// threads.
package faults
