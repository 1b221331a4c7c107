import { listPlayerImports, undoPlayerImport } from "@first-bounce/contract/operator/player-imports";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { client } from "../../../../api/client.ts";
import { useCall } from "../../../../api/use-call.ts";
import { Notice } from "../../../../components/states/states.tsx";
import { ConfirmedButton } from "../../parts/action-dialog.tsx";
import { DateTime } from "../../parts/date-time.tsx";
import { Panel } from "../../parts/panel.tsx";
import { Badge } from "../../parts/table/badge.tsx";
import { QueryTable } from "../../parts/table/query-table.tsx";

/** The last injury lists and photo uploads, each of which can be undone. */
export const RecentImports = () => {
	const { t } = useTranslation("operator");
	const [namesNotUndone, setNamesNotUndone] = useState<readonly string[]>([]);
	return (
		<Panel title={t("imports.title")} text={t("imports.text")}>
			{namesNotUndone.length > 0 ? (
				<Notice tone="warn">
					{t("imports.kept", { count: namesNotUndone.length, names: namesNotUndone.join(", ") })}
				</Notice>
			) : null}
			<QueryTable
				query={useCall(listPlayerImports, {})}
				rows={({ imports }) => imports}
				empty={{ title: t("imports.none"), text: t("imports.noneText") }}
				caption={t("imports.title")}
				getKey={({ id }) => id}
				actions={({ id, kind, players, isUndone }) => (
					<>
						{isUndone ? <Badge tone="plain">{t("imports.undone")}</Badge> : null}
						<ConfirmedButton
							call={undoPlayerImport}
							isShown={!isUndone}
							text={t("imports.undo")}
							aria-label={t("imports.undoOne", { kind: t(`imports.kind.${kind}`), count: players })}
							title={t("imports.undo")}
							effect={t(`imports.effect.${kind}`, { count: players })}
							done={t("imports.done")}
							onConfirm={async (reason) => {
								const result = await client(undoPlayerImport, { params: { id }, body: { reason } });
								setNamesNotUndone(result.kept.map(({ name }) => name));
							}}
						/>
					</>
				)}
				columns={[
					{ id: "kind", head: t("imports.what"), cell: ({ kind }) => t(`imports.kind.${kind}`) },
					{ id: "players", head: t("imports.players"), isNumber: true, cell: ({ players }) => players },
					{ id: "at", head: t("imports.at"), cell: ({ appliedAt }) => <DateTime at={appliedAt} /> },
				]}
			/>
		</Panel>
	);
};
