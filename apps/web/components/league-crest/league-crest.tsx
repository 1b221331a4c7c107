import { getCrestColours, getInitials } from "@first-bounce/contract/leagues/league-crest";
import { useId, useState } from "react";
import styles from "./league-crest.module.css";

interface Props {
	readonly league: { readonly name: string; readonly colour: string; readonly avatar: string | null };
	readonly size?: number;
}

const SHIELD = "M50 3 92 14V58Q92 92 50 117 8 92 8 58V14Z";

/** A league's picture, or a shield in its colours with its initials. Decorative: the name is written beside it. */
export const LeagueCrest = ({ league, size = 48 }: Props) => {
	const id = useId();
	const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
	const [background, stripe] = getCrestColours(league.colour);
	const { avatar } = league;
	if (avatar && avatar !== brokenUrl)
		return (
			<img
				className={styles.picture}
				src={avatar}
				alt=""
				width={size}
				height={size}
				decoding="async"
				onError={() => setBrokenUrl(avatar)}
			/>
		);
	return (
		<svg className={styles.crest} width={size} height={size} viewBox="0 0 100 120" aria-hidden="true" focusable="false">
			<clipPath id={id}>
				<path d={SHIELD} />
			</clipPath>
			<g clipPath={`url(#${id})`}>
				<path d="M0 0h100v120H0Z" fill={background} />
				<path d="M100 20V120H8Z" fill={stripe} />
				<path d="M0 88 100 0v14L0 102Z" fill="#fff" opacity="0.13" />
			</g>
			<path className={styles.edge} d={SHIELD} fill="none" />
			<text x="50" y="72" textAnchor="middle" className={styles.letters}>
				{getInitials(league.name)}
			</text>
		</svg>
	);
};
