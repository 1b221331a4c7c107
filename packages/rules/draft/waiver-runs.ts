export const RUN_NAMES = ["first", "second"] as const;
export const RUN_TIME_REASONS = ["second-day", "bounce-day", "before-bounce", "publication"] as const;
