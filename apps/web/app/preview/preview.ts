import { createContext, useContext } from "react";

/** The number of presses on the logo that open the password form (D1.9.52). */
export const SECRET_PRESS_COUNT = 10;

export interface Preview {
	/** True if the site has no preview password. Until the password is entered, menus, footer links and the account are hidden (D1.2.65). */
	readonly isPassed: boolean;
	readonly onBrandPress: () => void;
}

export const PreviewContext = createContext<Preview>({ isPassed: true, onBrandPress: () => undefined });
export const usePreview = (): Preview => useContext(PreviewContext);

export const countPresses = (count: number, action: "press" | "close"): number => (action === "press" ? count + 1 : 0);
