/** The modal's own part of the program, fetched once. */
export const loadPlayerModal = () => import("./player-modal.tsx");
