import type { ReactNode } from "react";
import type { KitPattern } from "./club-kits.ts";

/** The shapes of each pattern on a 100 × 128 body, clipped to the guernsey. */
export const PATTERNS: Readonly<Record<KitPattern, ReactNode>> = {
	plain: null,
	hoops: <path d="M0 28h100v16H0ZM0 60h100v16H0ZM0 92h100v16H0Z" />,
	sash: <path d="M-4 12 26-8l82 106v38Z" />,
	stripes: <path d="M13 0h14v128H13ZM43 0h14v128H43ZM73 0h14v128H73Z" />,
	yoke: <path d="M0 0h100v40Q50 64 0 40Z" />,
	halves: <path d="M50 0h50v128H50Z" />,
	chevron: <path d="M0 40 50 78l50-38v26L50 104 0 66Z" />,
	panel: <path d="M33 0h34v128H33Z" />,
};
