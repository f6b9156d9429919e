//! Another order of a program's lines, in which fewer numbers wait to be read. It is taken where there are too few temporaries.
//!
//! **Idea.** Of the lines whose operands are there, the next one is that after which fewest numbers wait. Code has no branches
//! here, so all that keeps two lines in order is that one writes what the other reads or writes.

use crate::codegen::lines::{Code, Line, Where};
use rustc_hash::FxHashMap;

/// A component of a register.
type Place = (Where, u8);

/// The lines of a program and what keeps them in order.
struct Order {
    /// For each line those that wait for it.
    after: Vec<Vec<usize>>,
    /// For each line how many it waits for.
    waits: Vec<usize>,
    /// For each line the numbers that it reads, and those that it writes and others read.
    reads: Vec<Vec<usize>>,
    writes: Vec<Vec<usize>>,
    /// How many lines are still to read a number.
    left: Vec<usize>,
}

/// Brings the lines into the other order. `window`: how many lines a line may pass.
pub(super) fn relieve(code: &mut Code, window: usize) {
    if code.lines.iter().any(Line::is_flow) {
        return;
    }
    let mut order = Order::new(&code.lines);
    let mut ready: Vec<usize> = (0..code.lines.len())
        .filter(|n| order.waits[*n] == 0)
        .collect();
    let mut lines: Vec<Option<Line>> = std::mem::take(&mut code.lines)
        .into_iter()
        .map(Some)
        .collect();
    // The first line that is not there yet.
    let mut first = 0;
    loop {
        while lines.get(first).is_some_and(Option::is_none) {
            first += 1;
        }
        let near = (0..ready.len()).filter(|at| ready[*at] - first < window);
        let best = near.min_by_key(|at| (order.cost(ready[*at]), ready[*at]));
        let Some(at) = best else { break };
        let next = ready.swap_remove(at);
        code.lines.extend(lines[next].take());
        ready.extend(order.emit(next));
    }
}

impl Order {
    fn new(lines: &[Line]) -> Order {
        let n = lines.len();
        let mut order = Order {
            after: vec![Vec::new(); n],
            waits: vec![0; n],
            reads: vec![Vec::new(); n],
            writes: vec![Vec::new(); n],
            left: Vec::new(),
        };
        // For each place the line that wrote it last, its number, and the lines that have read that.
        let mut known: FxHashMap<Place, (Option<usize>, usize, Vec<usize>)> = FxHashMap::default();
        for (at, line) in lines.iter().enumerate() {
            for place in places_read(line) {
                let left = &mut order.left;
                let (writer, number, readers) = known.entry(place).or_insert_with(|| {
                    left.push(0);
                    (None, left.len() - 1, Vec::new())
                });
                readers.push(at);
                let (writer, number) = (*writer, *number);
                if !order.reads[at].contains(&number) {
                    order.reads[at].push(number);
                    order.left[number] += 1;
                }
                order.wait(at, writer);
            }
            for place in places_written(line) {
                order.left.push(0);
                let number = order.left.len() - 1;
                order.writes[at].push(number);
                let before = known.insert(place, (Some(at), number, Vec::new()));
                let (writer, _, readers) = before.unwrap_or_default();
                order.wait(at, writer);
                readers
                    .into_iter()
                    .for_each(|reader| order.wait(at, Some(reader)));
            }
        }
        order
    }

    /// Lets a line wait for another one.
    fn wait(&mut self, line: usize, other: Option<usize>) {
        if let Some(other) = other.filter(|other| *other != line) {
            self.after[other].push(line);
            self.waits[line] += 1;
        }
    }

    /// How many more numbers wait after a line than before it.
    fn cost(&self, line: usize) -> isize {
        let made = self.writes[line].iter().filter(|n| self.left[**n] > 0);
        let gone = self.reads[line].iter().filter(|n| self.left[**n] == 1);
        made.count() as isize - gone.count() as isize
    }

    /// Notes that a line stands. Returns those that wait for nothing any more.
    fn emit(&mut self, line: usize) -> Vec<usize> {
        for n in &self.reads[line] {
            self.left[*n] -= 1;
        }
        let mut ready = Vec::new();
        for other in std::mem::take(&mut self.after[line]) {
            self.waits[other] -= 1;
            if self.waits[other] == 0 {
                ready.push(other);
            }
        }
        ready
    }
}

/// What a line reads of registers that lines write.
fn places_read(line: &Line) -> Vec<Place> {
    let mut all = Vec::new();
    for (n, read) in line.reads.iter().enumerate() {
        let mask = match read.from {
            Where::Virtual(_) => line.components_read(n),
            Where::Addressed(..) => 1,
            _ => continue,
        };
        let from = match read.from {
            Where::Addressed(..) => ADDRESS,
            from => from,
        };
        all.extend((0..4).filter(|c| mask >> c & 1 != 0).map(|c| (from, c)));
    }
    all
}

fn places_written(line: &Line) -> Vec<Place> {
    let Some((to, mask)) = line.to else {
        return Vec::new();
    };
    let is_address = line.opcode == crate::codegen::machine::Opcode::Mova;
    let to = if is_address { ADDRESS } else { to };
    (0..4)
        .filter(|c| mask >> c & 1 != 0)
        .map(|c| (to, c))
        .collect()
}

/// Stands for the address register.
const ADDRESS: Where = Where::Counted(0);
