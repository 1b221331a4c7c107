import { MAX_STATS_FILE_LENGTH } from "@first-bounce/contract/constants";
import { type PayloadEntry, uploadStats } from "@first-bounce/contract/operator/feeds";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { client } from "../../../api/client.ts";
import { Notice } from "../../../components/states/states.tsx";
import { ActionDialog, DialogButton } from "../parts/action-dialog.tsx";
import { TextFileField } from "../parts/file-field.tsx";

interface SelectedFile {
	readonly name: string;
	readonly text: string;
}

function findFileProblem({ name, text }: SelectedFile): "notCsv" | "empty" | "tooLong" | null {
	if (!/\.csv$/i.test(name)) return "notCsv";
	if (text.trim() === "") return "empty";
	return text.length > MAX_STATS_FILE_LENGTH ? "tooLong" : null;
}

interface UploadProps {
	readonly onUploaded: (payload: PayloadEntry) => void;
}

const UploadDialog = ({ onUploaded, onClose }: UploadProps & { readonly onClose: () => void }) => {
	const { t } = useTranslation("operator");
	const [selectedFile, setSelectedFile] = useState<SelectedFile | null>(null);
	const problem = selectedFile ? findFileProblem(selectedFile) : null;
	return (
		<ActionDialog
			title={t("upload.open")}
			effect={t("upload.effect")}
			confirm={t("upload.confirm")}
			done={t("upload.done")}
			isIncomplete={!selectedFile || problem !== null}
			onClose={onClose}
			onConfirm={async (reason) => {
				if (selectedFile) onUploaded((await client(uploadStats, { body: { ...selectedFile, reason } })).payload);
			}}
		>
			<TextFileField
				label={t("upload.file")}
				accept={[".csv", "text/csv"]}
				onChange={([file]) => setSelectedFile(file ?? null)}
			/>
			{problem ? <Notice tone="bad">{t(`upload.${problem}`)}</Notice> : null}
		</ActionDialog>
	);
};

/** Uploads a stats file, which is processed like a feed's payload. */
export const StatsUpload = ({ onUploaded }: UploadProps) => {
	const { t } = useTranslation("operator");
	return (
		<DialogButton call={uploadStats} text={t("upload.open")}>
			{(close) => <UploadDialog onUploaded={onUploaded} onClose={close} />}
		</DialogButton>
	);
};
