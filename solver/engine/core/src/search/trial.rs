//! Whether a question that often is in vain is worth asking on.

/// How often something was asked, and how often that helped.
#[derive(Clone, Copy, Default)]
pub struct Trial {
    asked: u32,
    helped: u32,
}

impl Trial {
    /// Not given up: so many have not been asked yet, or at least one of `part` has helped.
    #[inline]
    pub fn pays(self, first: u32, part: u32) -> bool {
        self.asked < first || self.helped >= self.asked / part
    }

    /// It has been asked once more.
    #[inline]
    pub fn count(&mut self, helped: bool) {
        self.asked = self.asked.saturating_add(1);
        self.helped += u32::from(helped && self.helped < self.asked);
    }
}
