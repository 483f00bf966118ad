//! Which pictures can still be paid for.

use crate::board::Side;

use super::super::tables::{NEVER, State};
use super::blocks::Wanted;
use super::draft::blockers;
use super::price::{Change, Live, Purse, Step};
use super::{BLOCKING, Pictures};

impl Pictures {
    /// What a picture costs from here.
    pub fn price(&self, picture: usize) -> Live {
        let mut costs = [0, 0];
        for (number, man) in self.men.iter().enumerate() {
            let aim = self.gallery.aim(number, picture);
            if let Some(state) = man.state {
                costs[usize::from(man.side == self.gallery.tables.mating)] +=
                    self.cost(man.side, state, aim, self.gallery.peaceful[picture]);
            }
        }
        let mated = self.gallery.tables.mating.other();
        let blockers: Vec<(u8, State)> = blockers(&self.men, mated).collect();
        let blocking =
            self.gallery.wanted(picture, &self.men, &blockers).cost(NEVER - 1).unwrap_or(NEVER);
        Live { picture: picture as u32, mating: costs[1], mated: costs[0], blocking }
    }

    #[inline]
    fn cost(&self, side: Side, state: State, aim: u16, peaceful: bool) -> u8 {
        let tables = &self.gallery.tables;
        let mating = side == tables.mating;
        let ways = if mating { &tables.mating_ways } else { tables.ways_of_mated(peaceful) };
        ways.to(state, usize::from(aim))
    }

    /// Keeps the pictures that the half-moves of either side can pay, after `enter`; false when there
    /// is none.
    pub fn keep_affordable(&mut self, purse: Purse) -> bool {
        let [.., (before, _), (first, changed)] = self.marks[..] else { return true };
        self.live.truncate(first);
        let gallery = &*self.gallery;
        // The men that have moved or been captured, as bits.
        let moved = self.changes[changed..].iter().fold(0, |all, &(number, _)| all | 1 << number);
        let nearer = (moved & gallery.mated_set).count_ones() as usize;
        self.blockers.clear();
        let (mating_most, mated_most) = purse.most();
        let most = mated_most.min(usize::from(NEVER - 1)) as u8;
        self.stamp += 1;
        // The man that blocks, if nothing else can change what that costs.
        let blocker = match self.changes[changed..] {
            [(number, Some(before))] if moved & gallery.mated_set != 0 => {
                self.men[usize::from(number)].state.map(|now| (number, before, now))
            }
            _ => None,
        };
        let captures = if gallery.tables.stalemate { purse.mating } else { usize::MAX };
        self.steps = (first - before) as u64;
        // Whatever the picture is: most end here.
        let (mating_most, mated_most) = (mating_most.min(usize::from(NEVER - 1)) as u8, most);
        self.live.extend_from_within(before..);
        if let Some(step) = Step::of(gallery, &self.men, &self.changes[changed..]) {
            step.keep(&mut self.live, first, (mating_most, mated_most));
        } else {
            let changes = self.changes[changed..].iter();
            let changes = changes.map(|&(man, was)| Change::new(gallery, &self.men, man, was));
            let changes: Vec<Change<'_>> = changes.collect();
            let paid = self.live.drain(first..).filter_map(|live| live.pay(gallery, &changes));
            let affordable = |live: &Live| live.mating <= mating_most && live.mated <= mated_most;
            let paid: Vec<Live> = paid.filter(affordable).collect();
            self.live.extend(paid);
        }
        let mut kept = first;
        for index in first..self.live.len() {
            let mut live = self.live[index];
            let picture = live.picture as usize;
            let (mating_left, mated_left) = gallery.left(picture, purse);
            if usize::from(live.mating) > mating_left || usize::from(live.mated) > mated_left {
                continue;
            }
            if gallery.plain {
                self.live[kept] = live;
                kept += 1;
                continue;
            }
            let others = gallery.others[picture];
            let detour = gallery.detour(picture, &self.men, mating_left);
            if usize::from(live.mating) + detour > mating_left
                || usize::from(self.mated_men - gallery.staying[picture]) > captures
            {
                continue;
            }
            let concerns = moved & (gallery.mated_set | others.takers) != 0;
            if concerns && (others.blocks != 0 || others.takers != 0) {
                // Each man that has moved is nearer by one at most.
                let least = if others.takers & moved == 0 { live.blocking } else { 0 };
                let least = usize::from(least).saturating_sub(nearer);
                if usize::from(live.mated) + least > mated_left {
                    continue;
                }
                let class = gallery.class[picture] as usize;
                let wanted = gallery.wanted(picture, &self.men, &[]);
                let shared = wanted.victims == gallery.victims[class];
                live.blocking = if shared && self.memo[class].0 == self.stamp {
                    self.memo[class].1
                } else {
                    let change = |(number, from, to)| wanted.change(number, from, to);
                    let (nearer, farther) = blocker.map_or((true, true), change);
                    if !nearer && usize::from(live.mated) + usize::from(live.blocking) > mated_left
                    {
                        continue;
                    }
                    if nearer || farther {
                        if self.blockers.is_empty() {
                            let mated = gallery.tables.mating.other();
                            self.blockers.extend(blockers(&self.men, mated));
                        }
                        self.steps += BLOCKING;
                        let wanted = Wanted { men: &self.blockers, ..wanted };
                        live.blocking = wanted.cost(most).unwrap_or(NEVER);
                    }
                    if shared {
                        self.memo[class] = (self.stamp, live.blocking);
                    }
                    live.blocking
                };
            }
            if usize::from(live.mated) + usize::from(live.blocking) <= mated_left {
                self.live[kept] = live;
                kept += 1;
            }
        }
        self.live.truncate(kept);
        self.live.len() > first
    }
}
