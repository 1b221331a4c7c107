export const WAIVER_REASONS = ["dropped", "undrafted", "before-run", "locked", "new"] as const;
export type WaiverReason = (typeof WAIVER_REASONS)[number];
