import { uploadStats } from "@first-bounce/contract/calls";
import { MAX_STATS_FILE_LENGTH } from "@first-bounce/contract/constants";
import type { PayloadEntry } from "@first-bounce/contract/operator/feeds";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { client } from "../../../api/client.ts";
import { Button } from "../../../components/button/button.tsx";
import { Notice } from "../../../components/states/states.tsx";
import styles from "../parts/action-dialog.module.css";
import { ActionDialog } from "../parts/action-dialog.tsx";

interface Chosen {
	readonly name: string;
	readonly text: string;
}

/** What can be seen of a file before it is sent. */
function findFileProblem({ name, text }: Chosen): "notCsv" | "empty" | "tooLong" | null {
	if (!/\.csv$/i.test(name)) return "notCsv";
	if (text.trim() === "") return "empty";
	return text.length > MAX_STATS_FILE_LENGTH ? "tooLong" : null;
}

/** A stats file from the operator's own machine, taken in as if a feed had sent it. */
export const StatsUpload = ({ onTaken }: { readonly onTaken: (payload: PayloadEntry) => void }) => {
	const { t } = useTranslation("operator");
	const [isOpen, setOpen] = useState(false);
	const [chosen, setChosen] = useState<Chosen | null>(null);
	const close = () => {
		setOpen(false);
		setChosen(null);
	};
	const choose = async (file: File | undefined) =>
		setChosen(file ? { name: file.name, text: await file.text() } : null);
	const fault = chosen ? findFileProblem(chosen) : null;
	return (
		<>
			<Button onPress={() => setOpen(true)}>{t("upload.open")}</Button>
			{isOpen ? (
				<ActionDialog
					title={t("upload.open")}
					effect={t("upload.effect")}
					confirm={t("upload.confirm")}
					done={t("upload.done")}
					isIncomplete={!chosen || fault !== null}
					onClose={close}
					onConfirm={async (reason) => {
						if (chosen) onTaken((await client(uploadStats, { body: { ...chosen, reason } })).payload);
					}}
				>
					<label className={styles.file}>
						<span>{t("upload.file")}</span>
						<input type="file" accept=".csv,text/csv" onChange={({ target }) => void choose(target.files?.[0])} />
					</label>
					{fault ? <Notice tone="bad">{t(`upload.${fault}`)}</Notice> : null}
				</ActionDialog>
			) : null}
		</>
	);
};
