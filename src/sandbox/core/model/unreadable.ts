/** A body that is JSON and yet no object of its kind. A patch is refused for it with 422, any other body with 400. */
export class Unreadable extends Error {}
