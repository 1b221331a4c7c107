import styles from "./skeleton.module.css";

interface Props {
	readonly width?: string;
	readonly height: string;
	readonly radius?: string;
}

/** A placeholder of the final size, which prevents layout shifts. */
export const Skeleton = ({ width = "100%", height, radius = "var(--radius-s)" }: Props) => (
	<span className={styles.skeleton} style={{ width, height, borderRadius: radius }} aria-hidden="true" />
);
