import { NotFound } from "../../app/not-found/not-found.tsx";

export const NotFoundScreen = NotFound;
