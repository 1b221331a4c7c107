import { memo, useId } from "react";
import styles from "./guernsey.module.css";
import { useKit } from "./kit-theme.ts";
import { PATTERNS } from "./patterns.tsx";

const BODY = "M31 3Q50 27 69 3L84 9Q82 31 96 45L93 119Q50 128 7 119L4 45Q18 31 16 9Z";
const NECK = "M31 3Q50 27 69 3";
const ARMHOLES = "M84 9Q82 31 96 45M16 9Q18 31 4 45";

/** A club's guernsey, as wide as its box. Decorative: the club's name must be written beside it. */
export const Guernsey = memo(({ squadId }: { readonly squadId: number }) => {
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
});
