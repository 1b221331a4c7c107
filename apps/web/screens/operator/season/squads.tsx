import { PICTURE_TYPES } from "@first-bounce/contract/constants";
import { changeSquadImage, listOperatorSquads, type OperatorSquad } from "@first-bounce/contract/operator/squads";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { client } from "../../../api/client.ts";
import { useCall } from "../../../api/use-call.ts";
import { Guernsey } from "../../../components/guernsey/guernsey.tsx";
import { ActionDialog, DialogButton } from "../parts/action-dialog.tsx";
import { FileField } from "../parts/file-field.tsx";
import { Panel } from "../parts/panel.tsx";
import personStyles from "../parts/person.module.css";
import { QueryTable } from "../parts/table/query-table.tsx";

const ImageDialog = ({ squad, onClose }: { readonly squad: OperatorSquad; readonly onClose: () => void }) => {
	const { t } = useTranslation("operator");
	const [image, setImage] = useState<File | null>(null);
	const params = { id: squad.id };
	return (
		<ActionDialog
			title={squad.name}
			effect={t(image ? "squads.effect.image" : "squads.effect.noImage")}
			confirm={t(image || squad.imageVersion === 0 ? "squads.confirm" : "squads.remove")}
			done={t("squads.done", { name: squad.name })}
			isIncomplete={!image && squad.imageVersion === 0}
			onClose={onClose}
			onConfirm={(reason) =>
				client(changeSquadImage, { params, body: { reason }, ...(image ? { avatar: image } : {}) })
			}
		>
			<FileField label={t("squads.choose")} accept={PICTURE_TYPES} onChange={([file]) => setImage(file ?? null)} />
		</ActionDialog>
	);
};

export const SquadsPanel = () => {
	const { t } = useTranslation("operator");
	return (
		<Panel title={t("squads.title")} text={t("squads.text")}>
			<QueryTable
				query={useCall(listOperatorSquads, {})}
				rows={({ squads }) => squads}
				empty={{ title: t("noSeason"), text: t("seasons.noneText") }}
				caption={t("squads.title")}
				getKey={({ id }) => id}
				actions={(squad) => (
					<DialogButton
						call={changeSquadImage}
						text={t("change")}
						aria-label={t("squads.change", { name: squad.name })}
					>
						{(close) => <ImageDialog squad={squad} onClose={close} />}
					</DialogButton>
				)}
				columns={[
					{
						id: "name",
						head: t("club"),
						cell: ({ id, name }) => (
							<span className={personStyles.person}>
								<span className={personStyles.guernsey}>
									<Guernsey squadId={id} />
								</span>
								{name}
							</span>
						),
					},
					{ id: "short", head: t("squads.short"), isWide: true, cell: ({ abbreviation }) => abbreviation },
					{
						id: "image",
						head: t("squads.image"),
						cell: ({ imageVersion }) => t(imageVersion > 0 ? "squads.own" : "squads.drawn"),
					},
				]}
			/>
		</Panel>
	);
};
