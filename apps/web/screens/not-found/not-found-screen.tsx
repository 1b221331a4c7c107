import { NotFound } from "../../app/not-found/not-found.tsx";

/** Any address that is none of ours. */
export const NotFoundScreen = NotFound;
