import { memo, type ReactNode, useContext, useId, useState } from "react";
import type { KitPattern } from "./club-kits.ts";
import styles from "./guernsey.module.css";
import { SquadImagesContext, useKit } from "./kit-theme.ts";

/** The shapes of each pattern on a 100 × 128 body, clipped to the guernsey. */
const PATTERNS: Readonly<Record<KitPattern, ReactNode>> = {
	plain: null,
	hoops: <path d="M0 28h100v16H0ZM0 60h100v16H0ZM0 92h100v16H0Z" />,
	sash: <path d="M-4 12 26-8l82 106v38Z" />,
	stripes: <path d="M13 0h14v128H13ZM43 0h14v128H43ZM73 0h14v128H73Z" />,
	yoke: <path d="M0 0h100v40Q50 64 0 40Z" />,
	halves: <path d="M50 0h50v128H50Z" />,
	chevron: <path d="M0 40 50 78l50-38v26L50 104 0 66Z" />,
	panel: <path d="M33 0h34v128H33Z" />,
};

const BODY = "M31 3Q50 27 69 3L84 9Q82 31 96 45L93 119Q50 128 7 119L4 45Q18 31 16 9Z";
const NECK = "M31 3Q50 27 69 3";
const ARMHOLES = "M84 9Q82 31 96 45M16 9Q18 31 4 45";

const DrawnGuernsey = ({ squadId }: { readonly squadId: number }) => {
	const id = useId();
	const { pattern, body, mark, trim } = useKit(squadId);
	return (
		<svg className={styles.guernsey} viewBox="-1 0 102 127" aria-hidden="true" focusable="false">
			<clipPath id={id}>
				<path d={BODY} />
			</clipPath>
			<g clipPath={`url(#${id})`}>
				<path d="M0 0h100v128H0Z" fill={body} />
				<g fill={mark}>{PATTERNS[pattern]}</g>
				<path d={`${NECK}${ARMHOLES}`} fill="none" stroke={trim} strokeWidth="9" />
				<path d="M0 0h22Q10 66 17 128H0Z" fill="#000" opacity="0.13" />
				<path d="M100 0H78q12 66 5 128h17Z" fill="#000" opacity="0.16" />
				<path d="M33 26q-8 46-3 102h15q-6-50-2-98Z" fill="#fff" opacity="0.09" />
				<path d="M4 113Q50 122 96 113v15H4Z" fill="#000" opacity="0.1" />
			</g>
			<path className={styles.edge} d={BODY} fill="none" />
		</svg>
	);
};

/**
 * A club's image, or its drawn guernsey without one; as wide as its box. Decorative: the club's name must be written
 * beside it.
 */
export const Guernsey = memo(({ squadId }: { readonly squadId: number }) => {
	const image = useContext(SquadImagesContext).get(squadId);
	const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
	if (!image || image === brokenUrl) return <DrawnGuernsey squadId={squadId} />;
	return (
		<svg className={styles.guernsey} viewBox="-1 0 102 127" aria-hidden="true" focusable="false">
			<image href={image} x="-1" width="102" height="127" onError={() => setBrokenUrl(image)} />
		</svg>
	);
});
