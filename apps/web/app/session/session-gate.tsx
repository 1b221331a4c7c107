import type { ReactNode } from "react";
import { useUser } from "../../api/use-user.ts";
import { Loader } from "../loader/loader.tsx";

/** Nothing is drawn before the session has been checked, so that no page shows the wrong person's menu (D1 §4). */
export const SessionGate = ({ children }: { readonly children: ReactNode }) =>
	useUser().state === "pending" ? <Loader /> : children;
