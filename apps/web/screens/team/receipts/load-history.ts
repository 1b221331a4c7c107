import { lazy } from "react";

/** Loaded when the history is opened. */
export const ActionHistory = lazy(async () => ({ default: (await import("./action-history.tsx")).ActionHistory }));
