/* Proves that a freeglut program with GLU runs, as a tutorial of 2003 would have it: teapot, quadrics, a NURBS surface, bitmap text. It
 * draws a few frames, checks pixels, and exits with 0 when the picture is right. */
#define GL_GLEXT_PROTOTYPES
#include <GL/freeglut.h>
#include <stdio.h>
#include <stdlib.h>

static int frames, failures;
static GLUquadric *quadric;
static GLUnurbs *nurbs;

static void expect(int x, int y, const char *what, int r, int g, int b)
{
    unsigned char p[3];
    glReadPixels(x, y, 1, 1, GL_RGB, GL_UNSIGNED_BYTE, p);
    if (abs(p[0] - r) > 40 || abs(p[1] - g) > 40 || abs(p[2] - b) > 40) {
        fprintf(stderr, "%s at %d,%d: %d %d %d, expected about %d %d %d\n", what, x, y, p[0], p[1], p[2], r, g, b);
        failures++;
    }
}

static void surface(void)
{
    static float points[4][4][3];
    static float knots[8] = {0, 0, 0, 0, 1, 1, 1, 1};
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) {
            points[i][j][0] = i - 1.5f;
            points[i][j][1] = j - 1.5f;
            points[i][j][2] = (i == 1 || i == 2) && (j == 1 || j == 2) ? 1.5f : 0;
        }
    gluBeginSurface(nurbs);
    gluNurbsSurface(nurbs, 8, knots, 8, knots, 12, 3, &points[0][0][0], 4, 4, GL_MAP2_VERTEX_3);
    gluEndSurface(nurbs);
}

static void display(void)
{
    static const float position[4] = {2, 4, 5, 1};
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    glLoadIdentity();
    gluLookAt(0, 1, 8, 0, 0, 0, 0, 1, 0);
    glLightfv(GL_LIGHT0, GL_POSITION, position);
    glEnable(GL_LIGHTING);
    glPushMatrix();
    glTranslatef(-1.8f, 1.2f, 0);
    glColor3f(1, 0.3f, 0.2f);
    glFrontFace(GL_CW);
    glutSolidTeapot(0.9);
    glFrontFace(GL_CCW);
    glPopMatrix();
    glPushMatrix();
    glTranslatef(1.8f, 1.2f, 0);
    glColor3f(0.2f, 0.9f, 0.3f);
    gluSphere(quadric, 1, 24, 16);
    glPopMatrix();
    glPushMatrix();
    glTranslatef(-1.8f, -1.6f, 0);
    glRotatef(-60, 1, 0, 0);
    glColor3f(0.3f, 0.4f, 1);
    gluCylinder(quadric, 0.9, 0.4, 1.5, 24, 4);
    glPopMatrix();
    glPushMatrix();
    glTranslatef(1.8f, -1.4f, 0);
    glColor3f(0.9f, 0.8f, 0.2f);
    surface();
    glPopMatrix();
    glDisable(GL_LIGHTING);
    glColor3f(1, 1, 1);
    glWindowPos2i(10, 10);
    glutBitmapString(GLUT_BITMAP_HELVETICA_18, (const unsigned char *)"freeglut and GLU");
    if (++frames == 3) {
        GLenum error = glGetError();
        if (error) {
            fprintf(stderr, "%s\n", gluErrorString(error));
            failures++;
        }
        expect(5, 295, "background", 25, 25, 51);
        expect(280, 215, "sphere", 54, 244, 81);
        unsigned char row[200 * 3];
        int white = 0;
        glReadPixels(0, 16, 200, 1, GL_RGB, GL_UNSIGNED_BYTE, row);
        for (int i = 0; i < 200; i++) white += row[3 * i] == 255 && row[3 * i + 1] == 255;
        if (white < 10) fprintf(stderr, "the text has %d white pixels in its row\n", white), failures++;
    }
    glutSwapBuffers();
    if (frames < 3) glutPostRedisplay();
    else glutLeaveMainLoop();
}

static void reshape(int w, int h)
{
    glViewport(0, 0, w, h);
    glMatrixMode(GL_PROJECTION);
    glLoadIdentity();
    gluPerspective(45, (double)w / h, 1, 30);
    glMatrixMode(GL_MODELVIEW);
}

int main(int argc, char **argv)
{
    glutInit(&argc, argv);
    glutInitDisplayMode(GLUT_DOUBLE | GLUT_RGB | GLUT_DEPTH);
    glutInitWindowSize(400, 300);
    glutCreateWindow("glut_client");
    glutSetOption(GLUT_ACTION_ON_WINDOW_CLOSE, GLUT_ACTION_CONTINUE_EXECUTION);
    glutDisplayFunc(display);
    glutReshapeFunc(reshape);
    quadric = gluNewQuadric();
    nurbs = gluNewNurbsRenderer();
    glClearColor(0.1f, 0.1f, 0.2f, 1);
    glEnable(GL_DEPTH_TEST);
    glEnable(GL_LIGHT0);
    glEnable(GL_COLOR_MATERIAL);
    glEnable(GL_NORMALIZE);
    glEnable(GL_AUTO_NORMAL);
    glutMainLoop();
    puts(failures ? "failed" : "ok");
    return failures != 0;
}
