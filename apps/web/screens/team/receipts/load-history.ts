import { lazy } from "react";

/** Fetched when somebody asks what was saved. */
export const ActionHistory = lazy(async () => ({ default: (await import("./action-history.tsx")).ActionHistory }));
