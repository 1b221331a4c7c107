import { Guernsey } from "../../components/guernsey/guernsey.tsx";
import styles from "./home.module.css";

/** Positions of the sixteen players, in per cent of the drawing; nearer players are larger. */
const PLAYER_POSITIONS: readonly (readonly [x: number, y: number])[] = [
	[20, 27],
	[35, 22.5],
	[50, 21],
	[65, 22.5],
	[80, 27],
	[13, 46],
	[31, 42],
	[50, 40.5],
	[69, 42],
	[87, 46],
	[50, 62],
	[14, 73],
	[32, 79],
	[50, 85],
	[68, 79],
	[86, 73],
];

const STRIPES = 9;
const HORIZON = -520;
/** A mown stripe in perspective. */
const buildStripePath = (index: number): string => {
	const getX = (part: number, y: number) => 500 + (part - 0.5) * 1500 * ((y - HORIZON) / (640 - HORIZON));
	const [left, right] = [index / STRIPES, (index + 1) / STRIPES];
	return `M${getX(left, 0)} 0H${getX(right, 0)}L${getX(right, 640)} 640H${getX(left, 640)}Z`;
};

/** The oval with sixteen players in the clubs' guernseys. */
export const HeroGround = ({ squadIds }: { readonly squadIds: readonly number[] }) => (
	<div className={styles.stand} aria-hidden="true">
		<svg viewBox="0 0 1000 640" className={styles.oval} aria-hidden="true">
			<clipPath id="boundary">
				<ellipse cx="500" cy="330" rx="492" ry="286" />
			</clipPath>
			<ellipse cx="500" cy="350" rx="496" ry="286" className={styles.depth} />
			<g clipPath="url(#boundary)">
				{Array.from({ length: STRIPES }, (_, index) => (
					<path
						key={buildStripePath(index)}
						d={buildStripePath(index)}
						className={index % 2 === 0 ? styles.light : styles.dark}
					/>
				))}
				<g className={styles.chalk}>
					<ellipse cx="500" cy="330" rx="470" ry="268" />
					<path d="M150 152Q500 330 850 152M78 448Q500 640 922 448" />
					<path d="M378 262H622L662 408H338Z" />
					<ellipse cx="500" cy="332" rx="58" ry="30" />
					<ellipse cx="500" cy="332" rx="16" ry="8" />
					<path d="M452 64l-6 34H554l-6-34M436 597l8-44H556l8 44" />
				</g>
			</g>
		</svg>
		{PLAYER_POSITIONS.map(([x, y], index) => (
			<span
				key={`${x} ${y}`}
				className={styles.player}
				style={{ left: `${x}%`, top: `${y}%`, width: `${4.6 + y * 0.045}%` }}
			>
				<Guernsey squadId={squadIds[index % Math.max(1, squadIds.length)] ?? index} />
			</span>
		))}
	</div>
);
