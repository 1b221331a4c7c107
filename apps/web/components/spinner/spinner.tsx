import styles from "./spinner.module.css";

/** It is being done; the words for it stand beside, or are the control's name. */
export const Spinner = () => <span className={styles.spinner} aria-hidden="true" />;
