import type { TFunction } from "i18next";
import type { ReactElement, ReactNode } from "react";
import type en from "../../i18n/locale/en.json";

/** One component in one state. */
export interface Example {
	/** The component with the props that matter; for player cards, the state that is shown. */
	readonly caption: string;
	readonly element: ReactElement;
	/** Takes the whole width of the page. */
	readonly isWide?: boolean;
}

export interface Section {
	readonly id: keyof typeof en.gallery.sections;
	readonly examples: readonly Example[];
	/** Renders the examples in a frame, such as the ground for player cards. */
	readonly frame?: (examples: ReactNode) => ReactElement;
}

export type BuildSection = (t: TFunction) => Section;

/** For the handlers of examples, which do nothing. */
export const doNothing = (): undefined => undefined;

/** One example per value of a prop, such as `Button variant`. */
export const listStates = <Value extends string>(
	prop: string,
	values: readonly Value[],
	render: (value: Value) => ReactElement,
): Example[] => values.map((value) => ({ caption: `${prop}="${value}"`, element: render(value) }));
