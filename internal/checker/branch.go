package checker

import (
	"context"
	"math"
	"math/bits"
)

// branches goes through the clusters that matter, edge by edge, for too many rows to look at every set: a row is
// taken into the cluster or left out, as long as the bound says that the cluster may matter.
func (k *check) branches(ctx context.Context) ([]verdict, error) {
	all := newVerdicts(len(k.staged))
	losses := k.losses()
	for n, s := range k.staged {
		if err := k.branch(ctx, s, losses, &all[n]); err != nil {
			return nil, err
		}
	}
	return all, nil
}

// jobs is the least number of nodes that are shared out among the workers.
const jobs = 256

// node is a node of the search: a set of rows taken, the sum of the dual over it, and the rows that are open.
type node struct {
	set, open uint64
	guess     uint64
	price     fixed
	sums
}

func (n *node) copy(from *node) {
	n.set, n.open, n.guess, n.price = from.set, from.open, from.guess, from.price
	n.sums.copy(&from.sums)
}

// branch goes through the clusters that matter to an edge.
func (k *check) branch(ctx context.Context, s *stage, losses [][]fixed, all *verdict) error {
	b := newBrancher(ctx, k, s, losses)
	root := &node{open: ^uint64(0) >> (64 - len(k.rows)), sums: k.newSums()}
	queue := []*node{root}
	for len(queue) > 0 && len(queue) < jobs {
		n := queue[0]
		queue = queue[1:]
		if x, ok := b.settle(n); ok {
			for _, take := range []bool{true, false} {
				child := &node{sums: k.newSums()}
				b.child(child, n, x, take)
				queue = append(queue, child)
			}
		}
	}
	all.join(&b.verdict)
	workers := make([]*brancher, k.workers)
	for w := range workers {
		workers[w] = newBrancher(ctx, k, s, losses)
	}
	err := each(ctx, k.workers, len(queue), func(worker, job int) {
		w := workers[worker]
		w.path[0].copy(queue[job])
		w.visit(0)
	})
	for _, w := range workers {
		all.join(&w.verdict)
	}
	return err
}

// brancher is the state of a worker.
type brancher struct {
	*bounder
	stage   *stage
	losses  [][]fixed
	path    []node // the nodes from the root, by depth
	verdict verdict
	ctx     context.Context
	steps   int
}

func newBrancher(ctx context.Context, k *check, s *stage, losses [][]fixed) *brancher {
	b := &brancher{bounder: newBounder(k.model), stage: s, losses: losses, verdict: newVerdicts(1)[0], ctx: ctx}
	for range len(k.rows) + 1 {
		b.path = append(b.path, node{sums: k.newSums()})
	}
	return b
}

func (b *brancher) visit(depth int) {
	if b.steps++; b.steps%1024 == 0 && b.ctx.Err() != nil || b.verdict.overflow {
		return
	}
	n := &b.path[depth]
	x, ok := b.settle(n)
	if !ok {
		return
	}
	for _, take := range []bool{true, false} {
		b.child(&b.path[depth+1], n, x, take)
		b.visit(depth + 1)
	}
}

// child makes to a node that takes a row or leaves it out.
func (b *brancher) child(to, n *node, x int, take bool) {
	to.copy(n)
	to.open &^= 1 << x
	to.guess &^= 1 << x
	if take {
		b.take(to, x)
	}
}

func (b *brancher) take(n *node, x int) {
	n.set |= 1 << x
	n.open &^= 1 << x
	n.guess &^= 1 << x
	n.price += b.stage.dual[x]
	n.toggle(b.model, x, 1)
}

// maxRounds is the number of guesses that are tried at a node.
const maxRounds = 4

// settle decides the rows of a node that the bound decides: with the row, or without it, no cluster would matter. If
// rows are left it returns one to branch on; if none are, it shows the cluster to the edge.
func (b *brancher) settle(n *node) (x int, ok bool) {
	for round := 0; n.open != 0; round++ {
		all := n.weight
		for left := n.open; left != 0; left &= left - 1 {
			all += b.rows[bits.TrailingZeros64(left)].weight
		}
		limit, ok := b.stage.limitOf(b.model, n.weight, all)
		if !ok {
			return 0, false
		}
		bound := b.alone(b.stage, &n.sums, n.price, n.open, all)
		if bound > limit {
			return 0, false
		}
		decided := b.decide(n, limit-bound)
		if decided {
			continue
		}
		bound, guess := b.below(b.stage, &n.sums, n.price, n.open, n.guess)
		if bound > limit {
			return 0, false
		}
		decided = b.decide(n, limit-bound)
		same := guess&n.open == n.guess&n.open
		n.guess = guess & n.open
		if !decided && (same || round >= maxRounds) {
			return b.choose(n), true
		}
	}
	if n.set == 0 {
		return 0, false
	}
	phiW := b.phi(n.weight)
	h := b.twoClusters(n.weight)
	if rc := n.price - n.phiV + scaled(b.stage.rest, phiW); h-2 <= b.stage.end && rc <= b.stage.limit {
		b.stage.see(&b.verdict, b.model, n.set, n.weight, h, rc, n.phiV, phiW)
	}
	return 0, false
}

// decide leaves out the open rows whose terms exceed the slack of the bound, and takes the rows whose omission
// would raise the bound by more than the slack. It reports whether it decided any row.
func (b *brancher) decide(n *node, left float64) (decided bool) {
	for open := n.open; open != 0; open &= open - 1 {
		x := bits.TrailingZeros64(open)
		switch term := b.terms[x]; {
		case term > left:
			n.open &^= 1 << x
			n.guess &^= 1 << x
			decided = true
		case -term > left:
			b.take(n, x)
			decided = true
		}
	}
	return decided
}

// choose returns the open row that would lose most information in merges with the rows of the
// set, one by one. Such a row is soon ruled out, and without it the set can grow in fewer ways.
// If the set is empty it returns the heaviest open row.
func (b *brancher) choose(n *node) int {
	best, most := 0, math.Inf(-1)
	for left := n.open; left != 0; left &= left - 1 {
		x := bits.TrailingZeros64(left)
		v := b.rows[x].weight
		if n.set != 0 {
			v = 0
			for with := n.set; with != 0; with &= with - 1 {
				v += toBits(b.losses[x][bits.TrailingZeros64(with)])
			}
		}
		if v > most {
			best, most = x, v
		}
	}
	return best
}

// losses returns how much information is lost when two rows are merged, for all pairs.
func (m *model) losses() [][]fixed {
	list := make([][]fixed, len(m.rows))
	for x := range list {
		list[x] = make([]fixed, len(m.rows))
		for z := range x {
			list[x][z] = m.kept(x) + m.kept(z) - m.kept(x, z)
			list[z][x] = list[x][z]
		}
	}
	return list
}

// kept returns what some rows, as a cluster, add to I(Z;Y) - H(Y).
func (m *model) kept(rows ...int) fixed {
	s := m.newSums()
	for _, x := range rows {
		s.toggle(m, x, 1)
	}
	return s.phiV - m.phi(s.weight)
}
