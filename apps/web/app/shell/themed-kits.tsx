import type { ReactNode } from "react";
import { useStatic } from "../../api/use-static.ts";
import { KitThemeContext } from "../../components/guernsey/kit-theme.ts";

/** Dresses the clubs on a page for the round that is on (D1 §3). */
export const ThemedKits = ({ children }: { readonly children: ReactNode }) => {
	const { data: rounds } = useStatic("rounds");
	const current = rounds?.find(({ status }) => status !== "complete");
	return <KitThemeContext value={current?.theme ?? null}>{children}</KitThemeContext>;
};
