/** The ids of parts of the lobby to which links lead. */
export const PART_IDS = { teams: "teams", settings: "draft-settings" } as const;
