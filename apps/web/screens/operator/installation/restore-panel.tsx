import type { SuccessOf } from "@first-bounce/contract/call";
import { ApiFailure } from "@first-bounce/contract/client";
import { type BackupSummary, checkBackup, listBackups, restoreBackup } from "@first-bounce/contract/operator/backups";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { client } from "../../../api/client.ts";
import { useCall, useCallMutation } from "../../../api/use-call.ts";
import { Button } from "../../../components/button/button.tsx";
import { SelectField } from "../../../components/fields/select-field.tsx";
import { TextField } from "../../../components/fields/text-field.tsx";
import { ErrorNotice, Notice } from "../../../components/states/states.tsx";
import { formatInteger } from "../../../i18n/format.ts";
import { ActionDialog } from "../parts/action-dialog.tsx";
import { DateTime } from "../parts/date-time.tsx";
import { FileField } from "../parts/file-field.tsx";
import { openStandIn } from "../parts/open-stand-in.ts";
import { Panel } from "../parts/panel.tsx";
import { QueryContent } from "../parts/query-content.tsx";
import { PROXY_LIMIT, sendBackup, type UploadedBackup } from "./upload-backup.ts";

type Backups = SuccessOf<typeof listBackups>;

type ChosenBackup = UploadedBackup & Pick<Backups["backups"][number], "source">;

interface UploadProps {
	readonly maxUpload: number;
	readonly onUploaded: (backup: ChosenBackup) => void;
}

const BYTES_PER_MEGABYTE = 1024 ** 2;
const formatMegabytes = (bytes: number): string => formatInteger(Math.floor(bytes / BYTES_PER_MEGABYTE));

const BackupUpload = ({ maxUpload, onUploaded }: UploadProps) => {
	const { t } = useTranslation("operator");
	const [share, setShare] = useState<number | null>(null);
	const [error, setError] = useState<Error | null>(null);
	const upload = async (file: File) => {
		setError(null);
		setShare(0);
		try {
			onUploaded({ source: "upload", ...(await sendBackup(file, setShare)) });
		} catch (failure) {
			setError(failure instanceof Error ? failure : new Error(String(failure)));
		} finally {
			setShare(null);
		}
	};
	const isProxyLimit = error instanceof ApiFailure && error.code === PROXY_LIMIT;
	return (
		<>
			<FileField
				label={t("restore.upload", { max: formatMegabytes(maxUpload) })}
				accept={[".gz", ".age"]}
				onChange={([file]) => file && share === null && void upload(file)}
			/>
			{share === null ? null : <progress aria-label={t("restore.uploading")} value={share} />}
			{isProxyLimit ? <Notice tone="bad">{t("restore.proxyLimit")}</Notice> : <ErrorNotice error={error} />}
		</>
	);
};

const Summary = ({ madeAt, version, teams, rounds, pictures }: BackupSummary) => {
	const { t } = useTranslation("operator");
	return (
		<Notice tone="info">
			{t("restore.madeAt")} <DateTime at={madeAt} />, {t("restore.contents", { version, teams, rounds, pictures })}
		</Notice>
	);
};

interface RestoreDialogProps {
	readonly backup: ChosenBackup;
	readonly siteName: string;
	readonly onClose: () => void;
}

/** Checks the chosen backup, asks for its key and then for the site's name, and starts the restore. */
const RestoreDialog = ({ backup: { source, name, isEncrypted }, siteName, onClose }: RestoreDialogProps) => {
	const { t } = useTranslation("operator");
	const [key, setKey] = useState("");
	const [typedName, setTypedName] = useState("");
	const place = { source, name, key: key === "" ? null : key };
	const check = useCallMutation(checkBackup, { meta: { hasInlineError: true } });
	return (
		<ActionDialog
			title={t("restore.title")}
			effect={check.data ? t("restore.effect") : null}
			confirm={t("restore.restore")}
			done={t("restore.begun")}
			isIncomplete={!check.data || typedName.trim().toLowerCase() !== siteName}
			onClose={onClose}
			onConfirm={async (reason) => {
				const { progress } = await client(restoreBackup, { body: { ...place, siteName: typedName, reason } });
				await openStandIn(progress);
			}}
		>
			{isEncrypted && !check.data ? (
				<TextField
					name="key"
					type="password"
					label={t("restore.key")}
					hint={t("restore.keyHint")}
					value={key}
					onChange={setKey}
					autoComplete="off"
				/>
			) : null}
			<ErrorNotice error={check.error} />
			{check.data ? (
				<>
					<Summary {...check.data} />
					<TextField
						name="siteName"
						label={t("restore.typeName", { name: siteName })}
						value={typedName}
						onChange={setTypedName}
						autoComplete="off"
					/>
				</>
			) : (
				<Button onPress={() => check.mutate({ body: place })} isPending={check.isPending}>
					{t("restore.check")}
				</Button>
			)}
		</ActionDialog>
	);
};

const Choice = ({ backups, maxUpload, siteName, problem = null }: Backups) => {
	const { t } = useTranslation("operator");
	const [chosen, setChosen] = useState<ChosenBackup | null>(null);
	const [isOpen, setOpen] = useState(false);
	const choose = (backup: ChosenBackup | undefined) => {
		setChosen(backup ?? null);
		setOpen(backup !== undefined);
	};
	return (
		<>
			{backups.length > 0 ? (
				<SelectField
					name="backup"
					label={t("restore.choose")}
					placeholder={t("restore.chooseHint")}
					value={chosen?.source === "upload" ? null : (chosen?.name ?? null)}
					choices={backups.map(({ name, source }) => ({
						value: name,
						label: `${name} (${t(`restore.source.${source}`)})`,
					}))}
					onChange={(name) => choose(backups.find((backup) => backup.name === name))}
				/>
			) : problem === null ? (
				<p>{t("restore.none")}</p>
			) : null}
			{problem === null ? null : <Notice tone="warn">{t("restore.notListed", { problem })}</Notice>}
			<BackupUpload maxUpload={maxUpload} onUploaded={choose} />
			{chosen && isOpen ? <RestoreDialog backup={chosen} siteName={siteName} onClose={() => setOpen(false)} /> : null}
		</>
	);
};

/** Chooses or uploads a backup, and replaces everything by it. */
export const RestorePanel = () => {
	const { t } = useTranslation("operator");
	return (
		<Panel title={t("restore.title")} text={t("restore.text")}>
			<QueryContent query={useCall(listBackups, {})}>
				{(backups) => (backups.canRestore ? <Choice {...backups} /> : <p>{t("restore.unavailable")}</p>)}
			</QueryContent>
		</Panel>
	);
};
