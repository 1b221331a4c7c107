import { LONGEST_STATS_FILE, type PayloadEntry, uploadStats } from "@first-bounce/contract/operator-feeds";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { client } from "../../../api/client.ts";
import { Button } from "../../../components/button/button.tsx";
import { Notice } from "../../../components/states/states.tsx";
import styles from "../parts/deed.module.css";
import { DeedDialog } from "../parts/deed-dialog.tsx";

interface Chosen {
	readonly name: string;
	readonly text: string;
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
	const isTooLong = (chosen?.text.length ?? 0) > LONGEST_STATS_FILE;
	return (
		<>
			<Button onPress={() => setOpen(true)}>{t("upload.open")}</Button>
			{isOpen ? (
				<DeedDialog
					title={t("upload.open")}
					effect={t("upload.effect")}
					confirm={t("upload.confirm")}
					done={t("upload.done")}
					isIncomplete={!chosen || isTooLong}
					onClose={close}
					onDeed={async (reason) => {
						if (chosen) onTaken((await client(uploadStats, { body: { ...chosen, reason } })).payload);
					}}
				>
					<label className={styles.file}>
						<span>{t("upload.file")}</span>
						<input type="file" accept=".csv,text/csv" onChange={({ target }) => void choose(target.files?.[0])} />
					</label>
					{isTooLong ? <Notice tone="bad">{t("upload.tooLong")}</Notice> : null}
				</DeedDialog>
			) : null}
		</>
	);
};
