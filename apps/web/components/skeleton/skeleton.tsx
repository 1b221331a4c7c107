import styles from "./skeleton.module.css";

interface Props {
	readonly width?: string;
	readonly height: string;
	readonly radius?: string;
}

/** The place of something on its way, in its size, so that nothing jumps when it comes. */
export const Skeleton = ({ width = "100%", height, radius = "var(--radius-s)" }: Props) => (
	<span className={styles.skeleton} style={{ width, height, borderRadius: radius }} aria-hidden="true" />
);
