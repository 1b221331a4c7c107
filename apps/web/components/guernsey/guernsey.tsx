import { GUERNSEY_SHAPE, KIT_SHAPES, type Kit } from "@first-bounce/contract/clubs/club-kits";
import { memo, useContext, useId, useState } from "react";
import styles from "./guernsey.module.css";
import { SquadImagesContext, useKit } from "./kit-theme.ts";

/** A guernsey in these colours; as wide as its box. */
export const KitGuernsey = ({ kit: { pattern, body, mark, trim } }: { readonly kit: Kit }) => {
	const id = useId();
	return (
		<svg className={styles.guernsey} viewBox="-1 0 102 127" aria-hidden="true" focusable="false">
			<clipPath id={id}>
				<path d={GUERNSEY_SHAPE.body} />
			</clipPath>
			<g clipPath={`url(#${id})`}>
				<path d="M0 0h100v128H0Z" fill={body} />
				<path d={KIT_SHAPES[pattern]} fill={mark} />
				<path d={GUERNSEY_SHAPE.trim} fill="none" stroke={trim} strokeWidth="9" />
				<path d="M0 0h22Q10 66 17 128H0Z" fill="#000" opacity="0.13" />
				<path d="M100 0H78q12 66 5 128h17Z" fill="#000" opacity="0.16" />
				<path d="M33 26q-8 46-3 102h15q-6-50-2-98Z" fill="#fff" opacity="0.09" />
				<path d="M4 113Q50 122 96 113v15H4Z" fill="#000" opacity="0.1" />
			</g>
			<path className={styles.edge} d={GUERNSEY_SHAPE.body} fill="none" />
		</svg>
	);
};

/**
 * A club's image, or its drawn guernsey without one; as wide as its box. Decorative: the club's name must be written
 * beside it.
 */
export const Guernsey = memo(({ squadId }: { readonly squadId: number }) => {
	const image = useContext(SquadImagesContext).get(squadId);
	const kit = useKit(squadId);
	const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
	if (!image || image === brokenUrl) return <KitGuernsey kit={kit} />;
	return (
		<svg className={styles.guernsey} viewBox="-1 0 102 127" aria-hidden="true" focusable="false">
			<image href={image} x="-1" width="102" height="127" onError={() => setBrokenUrl(image)} />
		</svg>
	);
});
