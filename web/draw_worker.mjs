// The worker of a page: steps the world, as worker.mjs does, and draws it. Adds what the page asks of the picture, and
// of the hand that pulls bodies in it. Places in the picture are from -1 (left, bottom) to 1.
import { Picture } from './picture.mjs';
import { fail, frameListeners, handlers, say, session } from './worker.mjs';

const handStiffness = 500; // as of the window's hand
const stepWorker = { ...handlers };
const picture = new Picture({
  gelOf: () => session.gel,
  fail,
  tell: problem => say({ type: 'picture', problem }),
});

session.beforeOpen = () => picture.close();
session.imports = memoryOf => picture.imports(memoryOf);
frameListeners.push(() => picture.want());

Object.assign(handlers, {
  async open(message) {
    try {
      return await stepWorker.open(message);
    } finally {
      if (session.scene !== null) picture.open();
    }
  },
  canvas: ({ canvas, size }) => ({ problem: picture.setCanvas(canvas, size) }),
  size: ({ size }) => picture.setSize(...size),
  cover: ({ cover }) => picture.setCover(cover),
  look: ({ look }) => ({ legend: picture.setLook(look) }),
  camera: ({ orbit, pan, zoom, showAll }) => {
    picture.move({ orbit, pan, zoom });
    if (showAll) picture.showAll();
  },
  // A hand that has caught nothing has done nothing, nor has one that lets go of nothing.
  hand({ kind, x, y }) {
    if (session.scene === null) return { held: null };
    if (kind === 'release' ? session.gel.held() === null : !picture.canDraw) return { held: null };
    const { isCompared } = session;
    const { held } = stepWorker.act({ event: { kind, stiffness: handStiffness, ...picture.ray(x, y) } });
    if (kind === 'grab' && held === null) session.isCompared = isCompared;
    return { held };
  },
  photo: async () => ({ bytes: await picture.save() }),
  drawn: () => ({ ...picture.drawn, pictures: picture.count, why: picture.problem }),
});
