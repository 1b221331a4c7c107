import type { ReactNode } from "react";
import { useStatic } from "../../api/use-static.ts";
import { KitThemeContext } from "../../components/guernsey/kit-theme.ts";
import { usePreview } from "../preview/preview.ts";

/** Applies the current round's guernsey theme. */
export const ThemedKits = ({ children }: { readonly children: ReactNode }) => {
	const { isPassed } = usePreview();
	const { data: rounds } = useStatic("rounds", { enabled: isPassed, meta: { opensNoModal: true } });
	const current = rounds?.find(({ status }) => status !== "complete");
	return <KitThemeContext value={current?.theme ?? null}>{children}</KitThemeContext>;
};
