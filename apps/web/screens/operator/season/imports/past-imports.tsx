import {
	type ImportUndo,
	listSeasonImports,
	previewUndoImport,
	type UndoItem,
	undoSeasonImport,
} from "@first-bounce/contract/operator/season/season-undo";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { client } from "../../../../api/client.ts";
import { useCall } from "../../../../api/use-call.ts";
import { CheckboxField } from "../../../../components/fields/checkbox-field.tsx";
import { Notice } from "../../../../components/states/states.tsx";
import { ActionDialog, DialogButton } from "../../parts/action-dialog.tsx";
import { DateTime } from "../../parts/date-time.tsx";
import { Panel } from "../../parts/panel.tsx";
import { QueryDialog } from "../../parts/query-content.tsx";
import { Badge } from "../../parts/table/badge.tsx";
import { QueryTable } from "../../parts/table/query-table.tsx";
import styles from "./fetched-changes.module.css";
import { SeasonValue, useColumnName } from "./season-value.tsx";

const MAX_LISTED = 30;

const UndoLine = ({ item }: { readonly item: UndoItem }) => {
	const { t } = useTranslation("operator");
	const getColumn = useColumnName();
	const { name, change, fields, reason } = item;
	return (
		<li>
			<b>{name || t("undo.rules")}</b>{" "}
			{change === "changed" || reason === "changed-since" ? null : <span>{t(`undo.${change}`)}</span>}
			{fields.map(({ column, before, imported, now }) => (
				<span key={column} className={styles.field}>
					{getColumn(column)}: <SeasonValue column={column} value={reason === "changed-since" ? imported : now} />
					{" → "}
					<SeasonValue column={column} value={reason === "changed-since" ? now : before} />
				</span>
			))}
			{reason && !(reason === "changed-since" && fields.length > 0) ? (
				<small className={styles.why}>{t(`undo.reason.${reason}`)}</small>
			) : null}
		</li>
	);
};

const UndoLines = ({ items }: { readonly items: readonly UndoItem[] }) => {
	const { t } = useTranslation("operator");
	return (
		<ul className={styles.list}>
			{items.slice(0, MAX_LISTED).map((item) => (
				<UndoLine key={`${item.table} ${item.name} ${item.fields.map(({ column }) => column).join()}`} item={item} />
			))}
			{items.length > MAX_LISTED ? <li>{t("undo.more", { count: items.length - MAX_LISTED })}</li> : null}
		</ul>
	);
};

interface UndoProps {
	readonly undo: ImportUndo;
	readonly onClose: () => void;
}

/** Lists the values that undoing restores, keeps and cannot restore, and asks for the reason. */
const UndoForm = ({ undo, onClose }: UndoProps) => {
	const { t } = useTranslation("operator");
	const [leaveBlocked, setLeaveBlocked] = useState(false);
	const restored = undo.items.filter(({ reason }) => reason === null);
	const changedSince = undo.items.filter(({ reason }) => reason === "changed-since");
	const blocked = undo.items.filter(({ reason }) => reason !== null && reason !== "changed-since");
	return (
		<ActionDialog
			title={t("undo.open")}
			effect={
				<div className={styles.plan}>
					{restored.length > 0 ? (
						<div>
							<p>{t("undo.back", { count: restored.length })}</p>
							<UndoLines items={restored} />
						</div>
					) : (
						<p>{t("undo.nothing")}</p>
					)}
					{changedSince.length > 0 ? (
						<div>
							<p>{t("undo.kept", { count: changedSince.length })}</p>
							<UndoLines items={changedSince} />
						</div>
					) : null}
					{blocked.length > 0 ? (
						<Notice tone="warn">
							{t("undo.blocked", { count: blocked.length })}. {t("undo.blockedText")}
							<UndoLines items={blocked} />
						</Notice>
					) : null}
				</div>
			}
			confirm={t("undo.open")}
			done={t("undo.toast")}
			isIncomplete={restored.length === 0 || (blocked.length > 0 && !leaveBlocked)}
			onClose={onClose}
			onConfirm={(reason) => client(undoSeasonImport, { params: { id: undo.id }, body: { reason, leaveBlocked } })}
		>
			{blocked.length > 0 ? (
				<CheckboxField name="leaveBlocked" isSelected={leaveBlocked} onChange={setLeaveBlocked}>
					{t("undo.leave")}
				</CheckboxField>
			) : null}
		</ActionDialog>
	);
};

const UndoDialog = ({ id, onClose }: { readonly id: number; readonly onClose: () => void }) => {
	const { t } = useTranslation("operator");
	const query = useCall(previewUndoImport, { params: { id } }, { staleTime: 0 });
	if (query.data) return <UndoForm undo={query.data} onClose={onClose} />;
	return (
		<QueryDialog title={t("undo.open")} query={query} onClose={onClose}>
			{() => null}
		</QueryDialog>
	);
};

/** Lists the imports that changed this season, each of which can be undone. */
export const PastImports = () => {
	const { t } = useTranslation("operator");
	return (
		<Panel title={t("undo.title")} text={t("undo.text")}>
			<QueryTable
				query={useCall(listSeasonImports, {})}
				rows={({ imports }) => imports}
				empty={{ title: t("undo.none"), text: t("undo.noneText") }}
				caption={t("undo.title")}
				getKey={({ id }) => id}
				actions={({ id, undoneAt }) => (
					<>
						{undoneAt ? <Badge tone="plain">{t("undo.done")}</Badge> : null}
						<DialogButton call={undoSeasonImport} isShown={!undoneAt} text={t("undo.open")}>
							{(close) => <UndoDialog id={id} onClose={close} />}
						</DialogButton>
					</>
				)}
				columns={[
					{ id: "when", head: t("undo.when"), cell: ({ at }) => <DateTime at={at} /> },
					{
						id: "what",
						head: t("undo.what"),
						cell: ({ source, added, changed, removed }) => (
							<>
								{t(`undo.${source}`)}
								<br />
								<small>{t("undo.counts", { added, changed, removed })}</small>
							</>
						),
					},
					{
						id: "actor",
						head: t("reason"),
						isWide: true,
						cell: ({ actor, reason }) => (reason ? `${actor}: ${reason}` : actor),
					},
				]}
			/>
		</Panel>
	);
};
