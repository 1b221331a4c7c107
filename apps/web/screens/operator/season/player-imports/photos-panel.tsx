import { PHOTO_ZIP_LIMITS, PICTURE_TYPES } from "@first-bounce/contract/constants";
import {
	applyPhotos,
	type PhotoProblem,
	type PhotoReport,
	previewPhotos,
	startPhotos,
	uploadPhoto,
} from "@first-bounce/contract/operator/player-imports";
import { readZip, type ZipEntry, ZipError, type ZipProblem } from "@first-bounce/contract/read-zip";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { client } from "../../../../api/client.ts";
import { useCallMutation } from "../../../../api/use-call.ts";
import { Button } from "../../../../components/button/button.tsx";
import { ErrorNotice, Notice } from "../../../../components/states/states.tsx";
import { getErrorMessage } from "../../../../i18n/error-message.ts";
import dialog from "../../parts/action-dialog.module.css";
import { ActionDialog } from "../../parts/action-dialog.tsx";
import { FileField } from "../../parts/file-field.tsx";
import { Panel } from "../../parts/panel.tsx";
import { DataTable } from "../../parts/table/data-table.tsx";
import { useClubs } from "../../parts/use-clubs.ts";
import styles from "./player-imports.module.css";
import { findReadablePhotos, uploadPhotos } from "./upload-photos.ts";

const isZip = ({ name, type }: File): boolean => /\.zip$/i.test(name) || type === "application/zip";

/** The files of a zip file, or the chosen pictures themselves. */
async function listEntries(files: readonly File[]): Promise<readonly ZipEntry[]> {
	const [first] = files;
	if (first && isZip(first)) return readZip(first, PHOTO_ZIP_LIMITS);
	return files.map((file) => ({
		path: file.name,
		bytes: file.size,
		read: async () => new Uint8Array(await file.arrayBuffer()),
	}));
}

interface CheckedReport {
	readonly matched: PhotoReport["matched"];
	readonly skipped: readonly (Omit<PhotoReport["skipped"][number], "problem"> & {
		readonly problem: PhotoProblem | "unreadable";
	})[];
}

/** Leaves out matched files that are no pictures or are broken. */
async function checkPictures(report: PhotoReport, entries: readonly ZipEntry[]): Promise<CheckedReport> {
	const readable = await findReadablePhotos(report.matched, entries);
	const unreadable = report.matched.filter(({ file }) => !readable.has(file));
	return {
		matched: report.matched.filter(({ file }) => readable.has(file)),
		skipped: [
			...report.skipped,
			...unreadable.map(({ file }) => ({ file, problem: "unreadable" as const, suggestions: [] })),
		],
	};
}

const PhotoPreview = ({ report: { matched, skipped } }: { readonly report: CheckedReport }) => {
	const { t } = useTranslation("operator");
	const { getShortName } = useClubs();
	const formatPlayers = (players: PhotoReport["skipped"][number]["suggestions"]) =>
		players.map(({ playerId, name, squadId }) => `${name} (${getShortName(squadId)}, ${playerId})`).join(", ");
	return (
		<>
			<p role="status">{t("photos.matched", { count: matched.length })}</p>
			{matched.length > 0 ? (
				<div className={styles.scroll}>
					<DataTable
						caption={t("photos.matched", { count: matched.length })}
						rows={matched}
						getKey={({ playerId }) => playerId}
						columns={[
							{ id: "file", head: t("photos.name"), cell: ({ file }) => file },
							{ id: "player", head: t("player"), cell: ({ name, squadId }) => `${name} (${getShortName(squadId)})` },
							{
								id: "now",
								head: t("photos.now"),
								cell: ({ replaces }) => t(replaces ? "photos.replaces" : "photos.new"),
							},
						]}
					/>
				</div>
			) : null}
			{skipped.length > 0 ? (
				<section className={styles.part} aria-label={t("photos.skipped", { count: skipped.length })}>
					<h3>{t("photos.skipped", { count: skipped.length })}</h3>
					<ul className={styles.lines}>
						{skipped.map(({ file, problem, suggestions }) => (
							<li key={file}>
								<span>
									{file}
									<small className={styles.note}>
										{t(`photos.problem.${problem}`)}
										{suggestions.length > 0 ? ` ${t("photos.perhaps", { players: formatPlayers(suggestions) })}` : null}
									</small>
								</span>
							</li>
						))}
					</ul>
				</section>
			) : null}
		</>
	);
};

interface FailedPhoto {
	readonly file: string;
	readonly problem: string;
}

const NO_OUTCOME = { failed: [] as readonly FailedPhoto[], hasNoNewPhoto: false };

function usePhotos() {
	const { t } = useTranslation("operator");
	const { t: tCommon } = useTranslation();
	const [entries, setEntries] = useState<readonly ZipEntry[]>([]);
	const [problem, setProblem] = useState<ZipProblem | null>(null);
	const [progress, setProgress] = useState(0);
	const [outcome, setOutcome] = useState(NO_OUTCOME);
	/** The id of an upload that failed, which the next press continues. */
	const importId = useRef<number | null>(null);
	const preview = useCallMutation(previewPhotos, { meta: { hasInlineError: true } });
	const [report, setReport] = useState<CheckedReport | null>(null);
	const [isChecking, setChecking] = useState(false);
	/** Counts the choices of files, so that an earlier choice that is still being checked is dropped. */
	const choice = useRef(0);

	const previewFiles = async (entries: readonly ZipEntry[], choiceNumber: number) => {
		const body = { files: entries.map(({ path, bytes }) => ({ file: path, bytes })) };
		setChecking(true);
		const matched = await preview.mutateAsync({ body }).catch(() => null);
		const checked = matched && (await checkPictures(matched, entries));
		if (choiceNumber !== choice.current) return;
		setReport(checked);
		setChecking(false);
	};
	const choose = async (files: readonly File[]) => {
		const choiceNumber = ++choice.current;
		preview.reset();
		setReport(null);
		setChecking(false);
		importId.current = null;
		setOutcome(NO_OUTCOME);
		setProblem(null);
		try {
			const entries = await listEntries(files);
			if (choiceNumber !== choice.current) return;
			setEntries(entries);
			if (entries.length > 0) await previewFiles(entries, choiceNumber);
		} catch (error) {
			if (choiceNumber !== choice.current) return;
			setChecking(false);
			setEntries([]);
			setProblem(error instanceof ZipError ? error.problem : "not-a-zip");
		}
	};
	const upload = async (matched: PhotoReport["matched"], reason: string) => {
		importId.current ??= (await client(startPhotos, { body: {} })).id;
		const id = importId.current;
		const result = await uploadPhotos(matched, entries, {
			send: (playerId, avatar) => client(uploadPhoto, { params: { id, playerId }, body: {}, avatar }),
			onProgress: setProgress,
		});
		setOutcome({
			failed: result.failed.map(({ file, error }) => {
				return { file, problem: error === null ? t("photos.damaged") : getErrorMessage(error, tCommon) };
			}),
			hasNoNewPhoto: result.stored === 0 && result.failed.length < matched.length,
		});
		if (result.stored > 0) await client(applyPhotos, { params: { id }, body: { reason } });
		importId.current = null;
		preview.reset();
		setReport(null);
	};
	const resetProgress = () => setProgress(0);
	return { report, isChecking, problem, error: preview.error, outcome, progress, choose, upload, resetProgress };
}

const PhotoProblems = ({ photos: { problem, error, outcome } }: { readonly photos: ReturnType<typeof usePhotos> }) => {
	const { t } = useTranslation("operator");
	return (
		<>
			{problem ? <Notice tone="bad">{t(`photos.zip.${problem}`)}</Notice> : null}
			<ErrorNotice error={error} />
			{outcome.hasNoNewPhoto ? <Notice tone="warn">{t("photos.nothingNew")}</Notice> : null}
			{outcome.failed.length > 0 ? (
				<Notice tone="bad">
					{t("photos.failed", { count: outcome.failed.length })}
					<ul>
						{outcome.failed.map((photo) => (
							<li key={photo.file}>
								{photo.file}: {photo.problem}
							</li>
						))}
					</ul>
				</Notice>
			) : null}
		</>
	);
};

/** Sets many players' photos from a zip file or several pictures, named by id or player. */
export const PhotosPanel = () => {
	const { t } = useTranslation("operator");
	const photos = usePhotos();
	const { report, progress } = photos;
	const [isDialogOpen, setDialogOpen] = useState(false);
	return (
		<Panel title={t("photos.title")} text={t("photos.text")}>
			<FileField
				label={t("photos.choose")}
				multiple
				accept={[".zip", "application/zip", ...PICTURE_TYPES]}
				onChange={(files) => void photos.choose(files)}
			/>
			<PhotoProblems photos={photos} />
			{photos.isChecking ? <p role="status">{t("photos.checking")}</p> : null}
			{report ? (
				<>
					<PhotoPreview report={report} />
					<div className={dialog.buttons}>
						<Button variant="main" isDisabled={report.matched.length === 0} onPress={() => setDialogOpen(true)}>
							{t("photos.upload", { count: report.matched.length })}
						</Button>
					</div>
				</>
			) : null}
			{report && isDialogOpen ? (
				<ActionDialog
					title={t("photos.title")}
					effect={t("photos.effect", { count: report.matched.length })}
					confirm={t("photos.upload", { count: report.matched.length })}
					done={t("photos.done")}
					onClose={() => {
						setDialogOpen(false);
						photos.resetProgress();
					}}
					onConfirm={(reason) => photos.upload(report.matched, reason)}
				>
					{progress > 0 ? (
						<label className={dialog.file}>
							<span>{t("photos.progress", { done: progress, count: report.matched.length })}</span>
							<progress className={styles.progress} value={progress} max={report.matched.length} />
						</label>
					) : null}
				</ActionDialog>
			) : null}
		</Panel>
	);
};
