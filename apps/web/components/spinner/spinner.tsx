import styles from "./spinner.module.css";

/** A decorative spinner: the control or the text beside it says what is loading. */
export const Spinner = () => <span className={styles.spinner} aria-hidden="true" />;
