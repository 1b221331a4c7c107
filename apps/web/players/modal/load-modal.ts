/** Loads the modal's chunk; used to preload it too. */
export const loadPlayerModal = () => import("./player-modal.tsx");
