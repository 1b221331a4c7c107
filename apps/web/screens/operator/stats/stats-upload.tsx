import { MAX_STATS_FILE_LENGTH } from "@first-bounce/contract/constants";
import { type PayloadEntry, uploadStats } from "@first-bounce/contract/operator/feeds";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { client } from "../../../api/client.ts";
import { Notice } from "../../../components/states/states.tsx";
import { ActionDialog } from "../parts/action-dialog.tsx";
import { FileField, readTextFile } from "../parts/file-field.tsx";
import { ActionButton } from "../parts/role.tsx";

interface SelectedFile {
	readonly name: string;
	readonly text: string;
}

function findFileProblem({ name, text }: SelectedFile): "notCsv" | "empty" | "tooLong" | null {
	if (!/\.csv$/i.test(name)) return "notCsv";
	if (text.trim() === "") return "empty";
	return text.length > MAX_STATS_FILE_LENGTH ? "tooLong" : null;
}

/** Uploads a stats file, which is processed like a feed's payload. */
export const StatsUpload = ({ onUploaded }: { readonly onUploaded: (payload: PayloadEntry) => void }) => {
	const { t } = useTranslation("operator");
	const [isOpen, setOpen] = useState(false);
	const [selectedFile, setSelectedFile] = useState<SelectedFile | null>(null);
	const close = () => {
		setOpen(false);
		setSelectedFile(null);
	};
	const choose = async (file: File | undefined) =>
		setSelectedFile(file ? { name: file.name, text: await readTextFile(file) } : null);
	const problem = selectedFile ? findFileProblem(selectedFile) : null;
	return (
		<>
			<ActionButton call={uploadStats} onPress={() => setOpen(true)}>
				{t("upload.open")}
			</ActionButton>
			{isOpen ? (
				<ActionDialog
					title={t("upload.open")}
					effect={t("upload.effect")}
					confirm={t("upload.confirm")}
					done={t("upload.done")}
					isIncomplete={!selectedFile || problem !== null}
					onClose={close}
					onConfirm={async (reason) => {
						if (selectedFile) onUploaded((await client(uploadStats, { body: { ...selectedFile, reason } })).payload);
					}}
				>
					<FileField label={t("upload.file")} accept={[".csv", "text/csv"]} onChange={([file]) => void choose(file)} />
					{problem ? <Notice tone="bad">{t(`upload.${problem}`)}</Notice> : null}
				</ActionDialog>
			) : null}
		</>
	);
};
