import { decodeUpload } from "@first-bounce/contract/operator/text-table";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Notice } from "../../../components/states/states.tsx";
import styles from "./action-dialog.module.css";

interface Props<Content> {
	readonly label: string;
	/** File extensions and media types. */
	readonly accept: readonly string[];
	readonly multiple?: boolean;
	/** Gets what was chosen once it is read, and nothing from the moment another choice begins. */
	readonly onChange: (contents: readonly Content[]) => void;
}

interface ReadingProps<Content> extends Props<Content> {
	readonly read: (file: File) => Promise<Content>;
	/** Whether the readable files are taken even if others cannot be read. */
	readonly takesReadable: boolean;
}

/** Reads the chosen files, and names those that cannot be read: they were moved or changed, or may not be opened. */
const ReadingField = <Content,>({
	label,
	accept,
	multiple = false,
	onChange,
	read,
	takesReadable,
}: ReadingProps<Content>) => {
	const { t } = useTranslation("operator");
	const [unreadableNames, setUnreadableNames] = useState<readonly string[]>([]);
	/** Counts the choices, so that an earlier one that is still being read is dropped. */
	const choice = useRef(0);
	const clear = () => {
		choice.current++;
		setUnreadableNames([]);
		onChange([]);
	};
	const choose = async (files: readonly File[]) => {
		clear();
		const choiceNumber = choice.current;
		const results = await Promise.allSettled(files.map(read));
		if (choiceNumber !== choice.current) return;
		const contents = results.flatMap((result) => (result.status === "fulfilled" ? [result.value] : []));
		const unreadable = files.filter((_, index) => results[index]?.status === "rejected");
		setUnreadableNames(unreadable.map(({ name }) => name));
		if (contents.length > 0 && (takesReadable || unreadable.length === 0)) onChange(contents);
	};
	return (
		<>
			<label className={styles.file}>
				<span>{label}</span>
				<input
					type="file"
					multiple={multiple}
					accept={accept.join(",")}
					onClick={({ currentTarget }) => {
						// Otherwise browsers report no change if the same file is chosen again, for example after it was corrected.
						currentTarget.value = "";
						clear();
					}}
					onChange={({ currentTarget }) => void choose([...(currentTarget.files ?? [])])}
				/>
			</label>
			{unreadableNames.length > 0 ? (
				<Notice tone="bad">
					{t("unreadableFiles", { count: unreadableNames.length, names: unreadableNames.join(", ") })}
				</Notice>
			) : null}
		</>
	);
};

/** Browsers notice only at the first read that a file is gone or may not be opened. */
async function requireReadable(file: File): Promise<File> {
	await file.slice(0, 1).arrayBuffer();
	return file;
}

export const FileField = (props: Props<File>) => <ReadingField {...props} read={requireReadable} takesReadable />;

interface TextFile {
	readonly name: string;
	readonly text: string;
}

/** Reads a text file, such as a CSV file, in any encoding that spreadsheets write. */
const readTextFile = async (file: File): Promise<TextFile> => ({
	name: file.name,
	text: decodeUpload(new Uint8Array(await file.arrayBuffer())),
});

/** Chooses text files, all of which must be readable. */
export const TextFileField = (props: Props<TextFile>) => (
	<ReadingField {...props} read={readTextFile} takesReadable={false} />
);
