import { createContext, useContext } from "react";

/** D1 §9: ten secret presses unlock the hidden switch. */
export const SECRET_PRESSES = 10;

/** The preview gate as the page's frame sees it: without a preview password it counts as passed (C-17). */
export interface Preview {
	/** Until then the frame hides top navigation, mobile menu, footer links and account link (D1 §2). */
	readonly isPassed: boolean;
	/** The brand was pressed. */
	readonly onBrandPress: () => void;
}

export const PreviewContext = createContext<Preview>({ isPassed: true, onBrandPress: () => undefined });
export const usePreview = (): Preview => useContext(PreviewContext);

/** Counts presses; open from the tenth on, until closed. */
export const countPresses = (count: number, action: "press" | "close"): number => (action === "press" ? count + 1 : 0);
