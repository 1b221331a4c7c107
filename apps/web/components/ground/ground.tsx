import type { ReactNode } from "react";
import { Group } from "react-aria-components/Group";
import styles from "./ground.module.css";

const STRIPES = Array.from({ length: 13 }, (_, index) => index);

/** The oval: mown stripes, boundary, 50 m arcs, centre square and circles. `children` are laid on top. */
export const Ground = ({ children, label }: { readonly children: ReactNode; readonly label: string }) => (
	<Group className={styles.ground ?? ""} aria-label={label}>
		<svg className={styles.turf} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true" focusable="false">
			{STRIPES.map((index) => (
				<rect
					key={index}
					className={index % 2 === 0 ? styles.light : styles.dark}
					y={(index * 100) / STRIPES.length}
					width="100"
					height={100 / STRIPES.length + 0.2}
				/>
			))}
			<g className={styles.chalk}>
				<ellipse cx="50" cy="50" rx="48.6" ry="48.9" />
				<path d="M17.5 12.7Q50 50 82.5 12.7M17.5 87.3Q50 50 82.5 87.3" />
				<rect x="36" y="38.5" width="28" height="23" />
				<ellipse cx="50" cy="50" rx="9" ry="7" />
				<ellipse cx="50" cy="50" rx="2.6" ry="2" />
				<path d="M44.5 1.3v6.5h11v-6.5M44.5 98.7v-6.5h11v6.5" />
			</g>
		</svg>
		<div className={styles.players}>{children}</div>
	</Group>
);
