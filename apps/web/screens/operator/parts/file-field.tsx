import styles from "./action-dialog.module.css";

interface Props {
	readonly label: string;
	/** File extensions and media types. */
	readonly accept: readonly string[];
	readonly multiple?: boolean;
	readonly onChange: (files: readonly File[]) => void;
}

/** Chooses files from the operator's computer. */
export const FileField = ({ label, accept, multiple = false, onChange }: Props) => (
	<label className={styles.file}>
		<span>{label}</span>
		<input
			type="file"
			multiple={multiple}
			accept={accept.join(",")}
			onChange={({ currentTarget }) => onChange([...(currentTarget.files ?? [])])}
		/>
	</label>
);
