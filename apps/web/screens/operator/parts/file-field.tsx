import { decodeUpload } from "@first-bounce/contract/operator/text-table";
import styles from "./action-dialog.module.css";

interface Props {
	readonly label: string;
	/** File extensions and media types. */
	readonly accept: readonly string[];
	readonly multiple?: boolean;
	readonly onChange: (files: readonly File[]) => void;
}

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

/** Reads a text file, such as a CSV file, in any encoding that spreadsheets write. */
export const readTextFile = async (file: File): Promise<string> =>
	decodeUpload(new Uint8Array(await file.arrayBuffer()));
